/** The secret of every test database: the template is bound to it. */
export const TEST_SECRET = 'a-secret-that-only-tests-know-0123456789';
