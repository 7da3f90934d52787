import type { http } from '@daymark/contracts'
import { TileComments } from '../comments/tile-slot.ts'
import { TilePick } from '../picks/picks-slot.tsx'
import { photoLabel } from '../share-media.ts'
import type { Marks } from './use-shown.ts'

/** What is new and what visitors say of a photo lies on its tile, where the link has that. */
export const tileMarks = (share: http.PublicShare, photo: http.PublicImage, index: number, marks: Marks) => (
  <>
    {marks?.get(photo.id)}
    {share.link.picks && <TilePick share={share} id={photo.id} label={photoLabel(photo, index)} />}
    {share.link.comments && <TileComments share={share} id={photo.id} />}
  </>
)
