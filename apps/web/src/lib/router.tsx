import type { AnchorHTMLAttributes } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: To
  replace?: boolean
  state?: unknown
}

/** Whether the link leaves the application, for example with mailto:. */
const isExternal = (to: To) => typeof to === 'string' && /^[a-z][a-z+.-]*:/i.test(to)

/**
 * A link to a screen. The Link component of the routing package is not used, because it contains data prefetching,
 * which would be part of every first page load.
 */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const navigateOnClick = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  const path = useHref(to)
  return (
    <a
      {...rest}
      href={isExternal(to) ? String(to) : path}
      onClick={event => {
        onClick?.(event)
        if (!event.defaultPrevented && !isExternal(to)) navigateOnClick(event)
      }}
    >
      {children}
    </a>
  )
}

/** Only this file imports the routing package, so that an upgrade of the package affects few files. */
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
