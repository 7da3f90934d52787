import type { AnchorHTMLAttributes } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: To
  replace?: boolean
  state?: unknown
}

/** An address outside of the application, such as mailto:. */
const isElsewhere = (to: To) => typeof to === 'string' && /^[a-z][a-z+.-]*:/i.test(to)

/** A link to a screen. The Link of the routing package also prefetches server data, which would add code to every screen. */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  const path = useHref(to)
  return (
    <a
      {...rest}
      href={isElsewhere(to) ? String(to) : path}
      onClick={event => {
        onClick?.(event)
        if (!event.defaultPrevented && !isElsewhere(to)) follow(event)
      }}
    >
      {children}
    </a>
  )
}
