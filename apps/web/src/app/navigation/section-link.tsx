import type { ReactNode } from 'react'
import { Link, useLocation } from '../../lib/router.tsx'

/** '/' and '/photos' are the same screen (L-ROUTE-04). */
const sectionPathOf = (path: string) => (path === '/' ? '/photos' : path)

/** A navigation link that highlights the current section. */
export function SectionLink({
  to,
  className,
  onClick,
  children,
}: {
  to: string
  className: string | undefined
  onClick?: () => void
  children: ReactNode
}) {
  const section = sectionPathOf(useLocation().pathname)
  const isCurrent = section === to || section.startsWith(`${to}/`)
  return (
    <Link to={to} className={className} onClick={onClick} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  )
}
