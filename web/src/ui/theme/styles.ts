// The order is the cascade: Mantine, then our theme's variables, then the page.
import '@mantine/core/styles.css';
import 'virtual:theme.css';
import './global.css';
import './frame.css';
