import { lazy, Suspense } from 'react'
import type { PageButtonsProps } from './page-buttons.tsx'

const PageButtons = lazy(async () => ({ default: (await import('./page-buttons.tsx')).PageButtons }))

/** Loaded after the photos above it, and only for more than one page. */
export function Pagination(props: PageButtonsProps) {
  return <Suspense>{props.pages > 1 && <PageButtons {...props} />}</Suspense>
}
