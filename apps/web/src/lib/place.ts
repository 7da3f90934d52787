import { useEffect, useMemo } from 'react'
import { onRest } from './scrolling.ts'
import { Store, useStore } from './store.ts'

/**
 * Where a list of photos was scrolled to, as a photo and its distance from the top of the window: pixels of the page mean
 * something else once the window has another size. It is kept in the history entry, which survives a reload, a tab that the
 * system discarded, and the way back from another page.
 */
type Place = { id: string; top: number }
/** `top` null: anywhere in view. */
type Wanted = { id: string; top: number | null; takesFocus?: boolean }

/** What lies above is covered by a bar. */
const COVERED = 80
/** What is loaded late above the photo may still move it. */
const SETTLED_MS = 2000
const MISSING_MS = 10_000

let lists = 0
let width = window.innerWidth
const target = new Store<Wanted | null>(null)

const remembered = () => (history.state as { place?: Place } | null)?.place ?? null
/** Not those of a contact sheet in the viewer. */
const anchors = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(element => !element.closest('dialog'))

/** The top of the window shows the photo that this history entry remembers; false: it remembers none. */
export function returnToPlace(): boolean {
  const place = remembered()
  want(place)
  return place !== null
}

/** Brings a photo into view if it is not, and the focus to it. */
export const showPlace = (id: string) => want({ id, top: null, takesFocus: true })

/** Lists with `data-anchor` at their items call this. Answers the index of an item that must be in the document. */
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

/** Every frame, until what is loaded late has its place. A list that is not there yet, behind a password for example, is waited for. */
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
// From here on the person scrolls.
for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
  window.addEventListener(type, () => lists > 0 && target.snapshot() && want(null), { capture: true, passive: true })
returnToPlace()
