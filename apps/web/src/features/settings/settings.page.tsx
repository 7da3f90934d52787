import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useLocation } from '../../lib/router.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { SectionLinks } from './frame/section-links.tsx'
import { SectionContext, type SectionContextValue } from './frame/settings-section.tsx'
import { SECTIONS, type Section } from './sections.ts'
import styles from './settings.module.css'

function SectionFrame({ section, onShown }: { section: Section; onShown: SectionContextValue['onShown'] }) {
  const { id, title, Section } = section
  const sectionContext = useMemo(() => ({ id, title, onShown }), [id, title, onShown])
  return (
    <SectionContext value={sectionContext}>
      <Section />
    </SectionContext>
  )
}

const USER_INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** The time after which all sections have loaded. */
const SECTIONS_LOADED_MS = 5000

/**
 * Scrolls to the section that the URL or the link to the page (`state.section`) names. While the sections above it
 * load, keeps it in view until the user scrolls.
 */
function ScrollToSection() {
  const { hash, state, key } = useLocation()
  const requestedSection = (state as { section?: string } | null)?.section ?? hash.slice(1)
  useEffect(() => {
    const section = requestedSection ? document.getElementById(requestedSection) : null
    if (!section?.parentElement) return
    const over = new AbortController()
    const observer = new ResizeObserver(() => section.scrollIntoView())
    observer.observe(section.parentElement)
    const stop = () => over.abort()
    over.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of USER_INPUT_EVENTS) window.addEventListener(event, stop, { passive: true, signal: over.signal })
    const timer = setTimeout(stop, SECTIONS_LOADED_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [requestedSection, key])
  return null
}

const SettingsPageSkeleton = () => (
  <Skeletons label="Loading settings" className={styles['sections']}>
    <Skeleton className={styles['waiting']} />
    <Skeleton className={styles['waiting']} />
  </Skeletons>
)

/** S-SET-01 */
export function SettingsPage() {
  useTitle('Settings')
  const [shown, setShown] = useState<readonly string[]>([])
  const onShown = useCallback<SectionContextValue['onShown']>(
    (id, isShown) => setShown(all => (isShown ? [...all, id] : all.filter(one => one !== id))),
    [],
  )
  const sections = useMemo(() => SECTIONS.filter(({ id }) => shown.includes(id)), [shown])
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Settings</h1>
      <SectionLinks sections={sections} />
      <Suspense fallback={<SettingsPageSkeleton />}>
        <div className={styles['sections']}>
          {SECTIONS.map(section => (
            <SectionFrame key={section.id} section={section} onShown={onShown} />
          ))}
        </div>
        <ScrollToSection />
      </Suspense>
    </div>
  )
}
