import type { RefObject } from 'react'
import { useLongPress } from './use-long-press.ts'
import { useSelectionKeys } from './use-selection-keys.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  list: RefObject<HTMLElement | null>
  selection: Selection | null
  onHold: ((index: number) => void) | undefined
}

/** Gestures beyond presses. They are invisible, so they are loaded after the first screen. */
export function GridGestures({ list, selection, onHold }: Props) {
  useLongPress(list, selection ? undefined : onHold)
  useSelectionKeys(selection)
  return null
}
