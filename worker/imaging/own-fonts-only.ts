// biome-ignore-all lint/style/noProcessEnv: the canvas package has no other switch

/**
 * The canvas package registers the fonts that are installed on the machine when it is loaded, unless this variable is
 * set: a page would then look different on every machine. Each thread has an environment of its own.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';
