/** The only place that names the routing package, so that its next major version stays a one-file change. */
export {
  createBrowserRouter,
  createMemoryRouter,
  isRouteErrorResponse,
  Link,
  Navigate,
  NavLink,
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
