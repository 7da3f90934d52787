import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTitle } from '../../lib/page-meta.ts'
import { useLocation } from '../../lib/router.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { SectionLinks } from './frame/section-links.tsx'
import { SectionContext, type SectionContextValue } from './frame/settings-section.tsx'
import { SECTIONS, type Section } from './sections.ts'
import styles from './settings.module.css'

function SectionFrame({
  section,
  onVisibilityChange,
}: {
  section: Section
  onVisibilityChange: SectionContextValue['onVisibilityChange']
}) {
  const { id, title, Section } = section
  const sectionContext = useMemo(() => ({ id, title, onVisibilityChange }), [id, title, onVisibilityChange])
  return (
    <SectionContext value={sectionContext}>
      <Section />
    </SectionContext>
  )
}

const USER_INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** After this time, all sections are expected to have loaded. */
const SECTIONS_LOADED_MS = 5000

/**
 * Scrolls to the section that the URL or the link to the page (`state.section`) names. Keeps this section in view while
 * the sections above load, until the user scrolls.
 */
function ScrollToSection() {
  const { hash, state, key } = useLocation()
  const requestedSection = (state as { section?: string } | null)?.section ?? hash.slice(1)
  useEffect(() => {
    const section = requestedSection ? document.getElementById(requestedSection) : null
    if (!section?.parentElement) return
    const abortController = new AbortController()
    const observer = new ResizeObserver(() => section.scrollIntoView())
    observer.observe(section.parentElement)
    const stop = () => abortController.abort()
    abortController.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of USER_INPUT_EVENTS)
      window.addEventListener(event, stop, { passive: true, signal: abortController.signal })
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
    <Skeleton className={styles['loading']} />
    <Skeleton className={styles['loading']} />
  </Skeletons>
)

/** S-SET-01: all sections of Settings on one page. */
export function SettingsPage() {
  useTitle('Settings')
  const [shownIds, setShownIds] = useState<readonly string[]>([])
  const onVisibilityChange = useCallback<SectionContextValue['onVisibilityChange']>(
    (id, isShown) => setShownIds(ids => (isShown ? [...ids, id] : ids.filter(other => other !== id))),
    [],
  )
  const sections = useMemo(() => SECTIONS.filter(({ id }) => shownIds.includes(id)), [shownIds])
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Settings</h1>
      <SectionLinks sections={sections} />
      <Suspense fallback={<SettingsPageSkeleton />}>
        <div className={styles['sections']}>
          {SECTIONS.map(section => (
            <SectionFrame key={section.id} section={section} onVisibilityChange={onVisibilityChange} />
          ))}
        </div>
        <ScrollToSection />
      </Suspense>
    </div>
  )
}
