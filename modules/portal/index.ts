export { installationRoute } from './installation.ts';
export { portalRoutes } from './routes.ts';
