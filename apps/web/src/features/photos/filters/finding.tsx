import { lazy, Suspense, type ComponentProps } from 'react'
import styles from '../photos.module.css'

const PhotoSearch = lazy(async () => ({ default: (await import('./photo-search.tsx')).PhotoSearch }))

/** Photos do not wait for the search; its space is reserved so that the page does not shift. */
export function Finding({ isEmpty, ...props }: ComponentProps<typeof PhotoSearch> & { isEmpty: boolean }) {
  // A library without photos has no search.
  if (isEmpty && !props.clear) return null
  return (
    <div className={props.clear ? styles['filtered'] : styles['finding']}>
      <Suspense>
        <PhotoSearch {...props} />
      </Suspense>
    </div>
  )
}
