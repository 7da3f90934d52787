import type { http } from '@daymark/contracts'
import { lazy, type RefObject, Suspense } from 'react'

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

/** The props of each part of the viewer that belongs to comments. */
export type PartProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }
