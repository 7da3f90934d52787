import { useEffect, useMemo } from 'react'
import { onRest } from './scrolling.ts'
import { Store, useStore } from './store.ts'

/**
 * The scroll position of a list of photos, as a photo and its distance from the top of the window: a pixel offset is
 * meaningless after the window changes its size. It is stored in the history entry, which survives a reload, a discarded tab
 * and navigation.
 */
type Place = { id: string; top: number }
/** `top` null: anywhere in view. */
type Wanted = { id: string; top: number | null; takesFocus?: boolean }

/** The height of the bar that covers the top of the window. */
const COVERED = 80
/** How long content that loads late above the photo may still move it. */
const SETTLED_MS = 2000
const MISSING_MS = 10_000

let lists = 0
let width = window.innerWidth
const target = new Store<Wanted | null>(null)

const remembered = () => (history.state as { place?: Place } | null)?.place ?? null
/** The photos of a contact sheet in the viewer are excluded. */
const anchors = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(element => !element.closest('dialog'))

/** Scrolls to the photo stored in this history entry; returns false if none is stored. */
export function returnToPlace(): boolean {
  const place = remembered()
  want(place)
  return place !== null
}

/** Scrolls to a photo unless it is in view, and focuses it. */
export const showPlace = (id: string) => want({ id, top: null, takesFocus: true })

/** Called by lists whose items have `data-anchor`. Returns the index of an item that must be in the document. */
export function usePlaceIn(items: readonly { id: string }[]): number | null {
  const id = useStore(target)?.id ?? null
  useEffect(enterList, [])
  return useMemo(() => {
    const index = id === null ? -1 : items.findIndex(item => item.id === id)
    return index < 0 ? null : index
  }, [id, items])
}

function enterList() {
  if (lists++ === 0) history.scrollRestoration = 'manual'
  return () => {
    if (--lists === 0) history.scrollRestoration = 'auto'
  }
}

function want(next: Wanted | null) {
  target.set(next)
  if (next) requestAnimationFrame(() => follow(next))
}

/**
 * Runs every frame until late content has loaded. A list that is not rendered yet, for example behind a password, is waited
 * for.
 */
function follow(place: Wanted, until: number | null = null, isFound = false) {
  if (target.snapshot() !== place) return
  const now = performance.now()
  if (until !== null && now > until) return want(null)
  const [element] = anchors(`[data-anchor="${CSS.escape(place.id)}"]`)
  if (element) bringTo(element, place, !isFound)
  const end = element && !isFound ? now + SETTLED_MS : until
  const isMissed = end === null && lists > 0
  requestAnimationFrame(() => follow(place, isMissed ? now + MISSING_MS : end, isFound || element !== undefined))
}

function bringTo(element: HTMLElement, { top, takesFocus }: Wanted, isFirst: boolean) {
  const rect = element.getBoundingClientRect()
  const isInView = rect.top >= COVERED && rect.bottom <= window.innerHeight
  const middle = Math.max(COVERED, (window.innerHeight - rect.height) / 2)
  const distance = top === null ? (isInView ? 0 : rect.top - middle) : rect.top - Math.min(top, window.innerHeight / 2)
  if (Math.abs(distance) > 1) window.scrollBy({ top: distance, behavior: 'instant' })
  if (takesFocus && isFirst) element.querySelector<HTMLElement>('button, input, a')?.focus({ preventScroll: true })
}

function remember() {
  if (target.snapshot() || lists === 0 || document.querySelector('dialog[open]')) return
  const shown = anchors('[data-anchor]')
    .map(element => ({ id: element.dataset['anchor'] ?? '', rect: element.getBoundingClientRect() }))
    .filter(({ rect }) => rect.bottom > COVERED && rect.top < window.innerHeight)
  const distance = ({ rect }: { rect: DOMRect }) => Math.abs(rect.top - COVERED)
  const [nearest] = shown.toSorted((a, b) => distance(a) - distance(b))
  const place = window.scrollY > 0 && nearest ? { id: nearest.id, top: Math.round(nearest.rect.top) } : undefined
  history.replaceState({ ...(history.state as object | null), place }, '')
}

window.addEventListener('scroll', () => onRest(remember), { passive: true })
window.addEventListener('click', remember, { capture: true })
window.addEventListener('resize', () => {
  if (window.innerWidth !== width && lists > 0) returnToPlace()
  width = window.innerWidth
})
// From here on the user scrolls.
for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
  window.addEventListener(type, () => lists > 0 && target.snapshot() && want(null), { capture: true, passive: true })
returnToPlace()
