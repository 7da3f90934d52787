import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useLocation } from '../../lib/router.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { SectionLinks } from './frame/section-links.tsx'
import { SectionPlaceContext, type SectionPlace } from './frame/section-place.ts'
import { SECTIONS, type Section } from './sections.ts'
import styles from './settings.module.css'

function Placed({ section, onShown }: { section: Section; onShown: SectionPlace['onShown'] }) {
  const { id, title, Section } = section
  const place = useMemo(() => ({ id, title, onShown }), [id, title, onShown])
  return (
    <SectionPlaceContext value={place}>
      <Section />
    </SectionPlaceContext>
  )
}

const PERSON_ACTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** After this time all sections have loaded. */
const SETTLED_MS = 5000

/**
 * Scrolls to the section of the address, or of the link that opened the page (`state.section`), once the sections are
 * rendered. Sections above that load later do not shift it, unless the user scrolls.
 */
function AskedFor() {
  const { hash, state, key } = useLocation()
  const wanted = (state as { section?: string } | null)?.section ?? hash.slice(1)
  useEffect(() => {
    const section = wanted ? document.getElementById(wanted) : null
    if (!section?.parentElement) return
    const over = new AbortController()
    const observer = new ResizeObserver(() => section.scrollIntoView())
    observer.observe(section.parentElement)
    const stop = () => over.abort()
    over.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of PERSON_ACTS) window.addEventListener(event, stop, { passive: true, signal: over.signal })
    const timer = setTimeout(stop, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [wanted, key])
  return null
}

const Waiting = () => (
  <Skeletons label="Loading settings" className={styles['sections']}>
    <Skeleton className={styles['waiting']} />
    <Skeleton className={styles['waiting']} />
  </Skeletons>
)

/** S-SET-01 */
export function SettingsPage() {
  useTitle('Settings')
  const [shown, setShown] = useState<readonly string[]>([])
  const onShown = useCallback<SectionPlace['onShown']>(
    (id, isShown) => setShown(all => (isShown ? [...all, id] : all.filter(one => one !== id))),
    [],
  )
  const sections = useMemo(() => SECTIONS.filter(({ id }) => shown.includes(id)), [shown])
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Settings</h1>
      <SectionLinks sections={sections} />
      <Suspense fallback={<Waiting />}>
        <div className={styles['sections']}>
          {SECTIONS.map(section => (
            <Placed key={section.id} section={section} onShown={onShown} />
          ))}
        </div>
        <AskedFor />
      </Suspense>
    </div>
  )
}
