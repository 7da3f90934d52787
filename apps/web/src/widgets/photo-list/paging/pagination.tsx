import { Suspense } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import type { PageButtonsProps } from './page-buttons.tsx'

const PageButtons = lazyOf(() => import('./page-buttons.tsx'), 'PageButtons')

/** The page buttons of a list with several pages. They are loaded after the photos. */
export function Pagination(props: PageButtonsProps) {
  return <Suspense>{props.pages > 1 && <PageButtons {...props} />}</Suspense>
}
