/**
 * Loaded by ava in a process with a single test file. Switches off the source maps that ava switches on, also for
 * programs that the test starts with the options of its process. Node runs the sources with their own lines, and
 * reading the maps of packages takes a seventh of the time of loading the product.
 */
process.setSourceMapsEnabled(false);
process.execArgv = process.execArgv.filter((option) => option !== '--enable-source-maps');
