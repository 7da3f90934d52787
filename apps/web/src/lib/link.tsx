import type { AnchorHTMLAttributes } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: To
  replace?: boolean
  state?: unknown
}

/** An address of its own, such as that of a mail, and no screen of ours. */
const isElsewhere = (to: To) => typeof to === 'string' && /^[a-z][a-z+.-]*:/i.test(to)

/**
 * A link to a screen. The one that comes with the routing package can also fetch ahead what its server would draw, and that code
 * would be loaded by every screen.
 */
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
