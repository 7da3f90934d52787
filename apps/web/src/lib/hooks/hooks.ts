import { MOBILE_MAX_WIDTH } from '@daymark/contracts'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { isTyping } from '../is-typing.ts'
import { useLocation, useSearchParams } from '../router.ts'
import { isScrolling, onRest } from '../scrolling.ts'

/** The title of the browser's tab, for as long as the screen is shown. `site`: a studio's own, in its galleries (rule 71). */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

/** False for what comes into the page while it scrolls, until it rests; then true for good. */
export function useRest(): boolean {
  const [rests, setRests] = useState(() => !isScrolling())
  useEffect(() => (rests ? undefined : onRest(() => setRests(true))), [rests])
  return rests
}

/** What stands behind the # of a mail's link: no server was told of it. It leaves the address, which others may see or keep. */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const [token] = useState(() => hash.slice(1))
  useEffect(() => window.history.replaceState(window.history.state, '', pathname), [pathname])
  return token
}

/** True once the component has been there for a moment: what only passes by while somebody scrolls need not be read. */
export function useSettled(ms: number) {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isSettled
}

/** As long as something would be lost the browser asks before the page is left, and the reload of an update waits. */
export function useUnloadWarning(isUnsafe: boolean) {
  useEffect(() => {
    if (!isUnsafe) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsafe])
}

/**
 * Which place of a long list has the focus. It stays in the document, however far the page is scrolled:
 * the keyboard must not lose its place. Places carry data-index.
 */
export function useFocusedIndex() {
  const [index, setIndex] = useState<number | null>(null)
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = event.target.closest<HTMLElement>('[data-index]')
    setIndex(place ? Number(place.dataset['index']) : null)
  }
  return { index, handlers: { onFocus, onBlur: () => setIndex(null) } }
}

/** The content size of an element, nothing until it is known. */
export function useSize(element: HTMLElement | null) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** The content width of an element, 0 until it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

export function useMediaQuery(query: string) {
  return useSyncExternalStore(
    changed => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Width 768 or less (L-NAV-05). */
export const useIsPhone = () => useMediaQuery(`(width <= ${MOBILE_MAX_WIDTH}px)`)

/** A key that takes the focus to a field, from wherever nothing is being typed and no dialog is open. */
export function useFocusKey(ref: RefObject<HTMLInputElement | null>, key: string | undefined) {
  useEffect(() => {
    if (!key) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isOther = event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
      if (isOther || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      ref.current?.focus()
      ref.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref, key])
}

/** What a list is narrowed to is part of the address: it can be passed on, and is there after a look at an entry. */
export function useAddressFilter<F extends object>(names: readonly (keyof F & string)[]) {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : []))) as F
  const change = useCallback(
    (patch: Partial<Record<keyof F, string>>) =>
      setParams(
        before => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries<string | undefined>(patch))
            if (value) after.set(name, value)
            else after.delete(name)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return { filter, change }
}
