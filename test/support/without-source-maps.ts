/**
 * Loaded by ava in the process of a test file that has one to itself: switches off the source maps that ava switches on, also for
 * programs that the test starts with the options of its own process. Node runs our sources with their own lines, and reading the
 * maps of packages takes a seventh of the time of loading the product.
 */
process.setSourceMapsEnabled(false);
process.execArgv = process.execArgv.filter((option) => option !== '--enable-source-maps');
