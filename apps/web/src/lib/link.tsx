import type { AnchorHTMLAttributes } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: To
  replace?: boolean
  state?: unknown
}

/** Whether the link leaves the application, such as mailto:. */
const isExternal = (to: To) => typeof to === 'string' && /^[a-z][a-z+.-]*:/i.test(to)

/**
 * A link to a screen. The Link component of the routing package contains data prefetching, which would add code to
 * every first load.
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
