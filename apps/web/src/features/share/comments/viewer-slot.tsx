import type { http } from '@daymark/contracts'
import { lazy, Suspense } from 'react'
import type { PartProps } from './photo-markers.tsx'

const parts = () => import('./comments.tsx')
const PARTS = {
  /** In the bar. */
  button: lazy(async () => ({ default: (await parts()).CommentsButton })),
  panel: lazy(async () => ({ default: (await parts()).CommentsPanel })),
  /** On the photo. */
  markers: lazy(async () => ({ default: (await parts()).PhotoMarkers })),
}

type Props = Omit<PartProps, 'id'> & { part: keyof typeof PARTS; photo: http.PublicImage | undefined }

/** The comment parts of the viewer for the current photo. */
export function ViewerComments({ part, share, photo, dialog }: Props) {
  const Part = PARTS[part]
  if (!share.link.comments || !photo) return null
  return (
    <Suspense>
      <Part share={share} id={photo.id} dialog={dialog} />
    </Suspense>
  )
}
