import { useState } from 'react'
import { local } from '../../lib/storage.ts'
import type { GridView } from '../photo-grid/grid-rules.ts'

const KEY = 'daymark.photos-view'

/** Grid or large view, stored in this browser. */
export function useView(): [GridView, (view: GridView) => void] {
  const [view, setView] = useState<GridView>(() => (local.getItem(KEY) === 'large' ? 'large' : 'grid'))
  const choose = (next: GridView) => {
    local.setItem(KEY, next)
    setView(next)
  }
  return [view, choose]
}
