/** With link.tsx the only place that names the routing package, so that its next major version stays a small change. */
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
