/** Only this file and link.tsx import the routing package, so that an upgrade of the package affects few files. */
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
