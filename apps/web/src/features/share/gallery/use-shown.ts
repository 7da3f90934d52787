import type { http } from '@daymark/contracts'
import { useMemo, useState, type ReactNode } from 'react'

export type Only = ReadonlySet<string> | null
export type Marks = ReadonlyMap<string, ReactNode> | null

/** The gallery with its current filter (all, picked, new or one section) and the marks on its tiles. */
export function useShown(first: http.PublicShare) {
  const [whole, onFresh] = useState(first)
  const [only, onFilter] = useState<Only>(null)
  const [section, onSection] = useState<Only>(null)
  const [marks, onMarks] = useState<Marks>(null)
  const share = useMemo(() => {
    const isShown = ({ id }: http.PublicImage) => (only?.has(id) ?? true) && (section?.has(id) ?? true)
    return only || section ? { ...whole, images: whole.images.filter(isShown) } : whole
  }, [whole, only, section])
  return { share, marks, onSection, shown: { share: whole, only, onFilter, onFresh, onMarks } }
}
export type Shown = ReturnType<typeof useShown>['shown']
