/** Size of the projected atlas of the states. */
export const MAP_WIDTH = 975;
export const MAP_HEIGHT = 610;
