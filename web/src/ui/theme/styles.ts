// The import order is the cascade: Mantine, the theme's variables, the page.
import '@mantine/core/styles.css';
import 'virtual:theme.css';
import './global.css';
import './frame.css';
