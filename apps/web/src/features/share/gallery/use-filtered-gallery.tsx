import type { http } from '@daymark/contracts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { TileComments } from '../comments/tile-slot.ts'
import { TilePick } from '../picks/picks-slot.tsx'
import { photoLabel } from '../share-media.ts'

export type ShownIds = ReadonlySet<string> | null
type Marks = ReadonlyMap<string, ReactNode> | null

/** The gallery with its current filter (all, picked, new or one section) and the marks on its tiles. */
export function useFilteredGallery(first: http.PublicShare) {
  const [whole, onFresh] = useState(first)
  const [only, onFilter] = useState<ShownIds>(null)
  const [section, onSection] = useState<ShownIds>(null)
  const [marks, onMarks] = useState<Marks>(null)
  const share = useMemo(() => {
    const isShown = ({ id }: http.PublicImage) => (only?.has(id) ?? true) && (section?.has(id) ?? true)
    return only || section ? { ...whole, images: whole.images.filter(isShown) } : whole
  }, [whole, only, section])
  return { share, marks, onSection, shown: { share: whole, only, onFilter, onFresh, onMarks } }
}
export type Shown = ReturnType<typeof useFilteredGallery>['shown']

/** Marks of new photos and comments on tiles, if the link has them. */
export const tileMarks = (share: http.PublicShare, photo: http.PublicImage, index: number, marks: Marks) => (
  <>
    {marks?.get(photo.id)}
    {share.link.picks && <TilePick share={share} id={photo.id} label={photoLabel(photo, index)} />}
    {share.link.comments && <TileComments share={share} id={photo.id} />}
  </>
)

/** After this time other pictures no longer wait for the cover. */
const COVER_TIMEOUT_MS = 2000

/** On a slow connection the cover, which is seen first, loads before the other pictures. */
export function useCoverFirst(hasCover: boolean) {
  const [isSettled, setIsSettled] = useState(!hasCover)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), COVER_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return { isCoverSettled: isSettled, onCoverSettled: () => setIsSettled(true) }
}
