import type { http } from '@daymark/contracts'
import { lazy, Suspense, type RefObject } from 'react'

/** Loaded once for galleries whose visitors pick photos, and never for others. */
const parts = () => import('./picks.tsx')
export const TilePick = lazy(async () => ({ default: (await parts()).TilePick }))
export const PicksBar = lazy(async () => ({ default: (await parts()).PicksBar }))
const ViewerPick = lazy(async () => ({ default: (await parts()).ViewerPick }))

type Props = {
  share: http.PublicShare
  photo: http.PublicImage | undefined
  dialog: RefObject<HTMLDialogElement | null>
}

/** The pick buttons of the viewer for the current photo. */
export function Picking({ share, photo, dialog }: Props) {
  if (!share.link.picks || !photo) return null
  return (
    <Suspense>
      <ViewerPick share={share} id={photo.id} dialog={dialog} />
    </Suspense>
  )
}
