import { useEffect, useMemo } from 'react'
import { onScrollStop } from './scrolling.ts'
import { Store, useStore } from '../store.ts'

/**
 * The scroll position of a list: a photo and its distance from the top of the window in px. A scroll offset would be
 * wrong after a resize of the window. The history entry stores the position, so it survives navigation, a reload and
 * the unloading of an inactive tab.
 */
type ScrollPosition = { id: string; top: number }
/** The photo to scroll to. `top` null: the photo only has to be inside the window. */
type ScrollTarget = { id: string; top: number | null; takesFocus?: boolean }

/** The height of the top bar, which covers the beginning of the window. */
const TOP_BAR_PX = 80
/** During this time, content above the photo may still load and move the photo. */
const LATE_CONTENT_MS = 2000
/** If the mounted lists do not contain the photo, the restoration ends after this time. */
const MISSING_PHOTO_TIMEOUT_MS = 10_000

let mountedListCount = 0
let lastWindowWidth = window.innerWidth
const scrollTarget = new Store<ScrollTarget | null>(null)

const readStoredPosition = () => (history.state as { place?: ScrollPosition } | null)?.place ?? null
/** Returns the list items on the page. Photos in dialogs, such as the contact sheet of the viewer, are excluded. */
const findAnchors = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(element => !element.closest('dialog'))

/** Scrolls to the photo that the history entry stores. Returns false if the entry stores none. */
export function restoreScroll(): boolean {
  const position = readStoredPosition()
  setScrollTarget(position)
  return position !== null
}

/** Scrolls to a photo unless it is visible, and focuses it. */
export const scrollToPhoto = (id: string) => setScrollTarget({ id, top: null, takesFocus: true })

/**
 * Restores the scroll position of a list whose items have `data-anchor`. Returns the index of the item to which the
 * page scrolls and which the list must therefore render, or null.
 */
export function useScrollRestoration(items: readonly { id: string }[]): number | null {
  const id = useStore(scrollTarget)?.id ?? null
  useEffect(registerList, [])
  return useMemo(() => {
    const index = id === null ? -1 : items.findIndex(item => item.id === id)
    return index < 0 ? null : index
  }, [id, items])
}

function registerList() {
  if (mountedListCount++ === 0) history.scrollRestoration = 'manual'
  return () => {
    if (--mountedListCount === 0) history.scrollRestoration = 'auto'
  }
}

function setScrollTarget(next: ScrollTarget | null) {
  scrollTarget.set(next)
  if (next) requestAnimationFrame(() => followTarget(next))
}

/**
 * Scrolls to the target in every frame, until late content has loaded. If no list is rendered yet, for example because
 * a password is required, waits until a list is rendered.
 */
function followTarget(position: ScrollTarget, deadline: number | null = null, isFound = false) {
  if (scrollTarget.snapshot() !== position) return
  const now = performance.now()
  if (deadline !== null && now > deadline) return setScrollTarget(null)
  const [element] = findAnchors(`[data-anchor="${CSS.escape(position.id)}"]`)
  if (element) scrollToElement(element, position, !isFound)
  const nextDeadline = element && !isFound ? now + LATE_CONTENT_MS : deadline
  const isMissing = nextDeadline === null && mountedListCount > 0
  requestAnimationFrame(() =>
    followTarget(position, isMissing ? now + MISSING_PHOTO_TIMEOUT_MS : nextDeadline, isFound || element !== undefined),
  )
}

function scrollToElement(element: HTMLElement, { top, takesFocus }: ScrollTarget, isFirstScroll: boolean) {
  const rect = element.getBoundingClientRect()
  const isInView = rect.top >= TOP_BAR_PX && rect.bottom <= window.innerHeight
  const middle = Math.max(TOP_BAR_PX, (window.innerHeight - rect.height) / 2)
  const distance = top === null ? (isInView ? 0 : rect.top - middle) : rect.top - Math.min(top, window.innerHeight / 2)
  if (Math.abs(distance) > 1) window.scrollBy({ top: distance, behavior: 'instant' })
  if (takesFocus && isFirstScroll)
    element.querySelector<HTMLElement>('button, input, a')?.focus({ preventScroll: true })
}

function storePosition() {
  if (scrollTarget.snapshot() || mountedListCount === 0 || document.querySelector('dialog[open]')) return
  const visibleAnchors = findAnchors('[data-anchor]')
    .map(element => ({ id: element.dataset['anchor'] ?? '', rect: element.getBoundingClientRect() }))
    .filter(({ rect }) => rect.bottom > TOP_BAR_PX && rect.top < window.innerHeight)
  const distance = ({ rect }: { rect: DOMRect }) => Math.abs(rect.top - TOP_BAR_PX)
  const [nearest] = visibleAnchors.toSorted((a, b) => distance(a) - distance(b))
  const position = window.scrollY > 0 && nearest ? { id: nearest.id, top: Math.round(nearest.rect.top) } : undefined
  history.replaceState({ ...(history.state as object | null), place: position }, '')
}

window.addEventListener('scroll', () => onScrollStop(storePosition), { passive: true })
window.addEventListener('click', storePosition, { capture: true })
window.addEventListener('resize', () => {
  if (window.innerWidth !== lastWindowWidth && mountedListCount > 0) restoreScroll()
  lastWindowWidth = window.innerWidth
})
// The first input of the user ends the restoration of the position.
for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
  window.addEventListener(type, () => mountedListCount > 0 && scrollTarget.snapshot() && setScrollTarget(null), {
    capture: true,
    passive: true,
  })
restoreScroll()
