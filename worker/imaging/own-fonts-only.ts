// biome-ignore-all lint/style/noProcessEnv: the canvas package has no other switch

/**
 * Unless this variable is set, the canvas package registers the fonts of the machine when it is loaded, and a page would look
 * different on every machine. Each thread has its own environment.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';
