/** The size of the drawing that the atlas of the states is projected to. */
export const MAP_WIDTH = 975;
export const MAP_HEIGHT = 610;
