/**
 * This file and link.tsx are the only places that import the routing package, so that its next major version stays a small
 * change.
 */
export { Link } from './link.tsx'
export {
  createBrowserRouter,
  createMemoryRouter,
  Navigate,
  Outlet,
  RouterProvider,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
export type { Blocker, RouteObject } from 'react-router-dom'
