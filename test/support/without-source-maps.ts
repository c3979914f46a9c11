/**
 * Loaded by ava in the process of a test file that has one to itself: switches off the source maps that ava switches on. Node
 * runs our sources with their own lines, and reading the maps of packages takes a seventh of the time of loading the product.
 */
process.setSourceMapsEnabled(false);
