import { lazy, Suspense, type ComponentProps } from 'react'
import styles from '../photos.module.css'

const PhotoSearch = lazy(async () => ({ default: (await import('./photo-search.tsx')).PhotoSearch }))

/** The photos do not wait for the search; its place is kept free until it has come, so that nothing jumps. */
export function Finding({ isEmpty, ...props }: ComponentProps<typeof PhotoSearch> & { isEmpty: boolean }) {
  // A library without photos has nothing to find.
  if (isEmpty && !props.clear) return null
  return (
    <div className={props.clear ? styles['filtered'] : styles['finding']}>
      <Suspense>
        <PhotoSearch {...props} />
      </Suspense>
    </div>
  )
}
