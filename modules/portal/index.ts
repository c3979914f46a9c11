export { installationRoute } from './installation.ts';
export { portalRoutes } from './portal-routes.ts';
