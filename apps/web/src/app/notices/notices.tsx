import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { Info, TriangleAlert, Wrench, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cachedQuery, useCached } from '../../domain/cache/use-cached.ts'
import { useMountedFor } from '../../lib/hooks/use-mounted-for.ts'
import { safeLocalStorage } from '../../lib/storage.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './notices.module.css'

/** Reads the current announcements and the maintenance state. The event `notices.changed` makes the data stale. */
const noticesQuery = () => cachedQuery('userProfile', routes.getNotices)

/** Notices are requested after this delay, so that they do not slow down the first screen. */
const NOTICES_DELAY_MS = 800

function Notice(props: { icon: ReactNode; isWarning: boolean; children: ReactNode; action?: ReactNode }) {
  const { icon, isWarning, children, action } = props
  return (
    <div className={classNames(styles['notice'], isWarning && styles['warning'])}>
      {icon}
      <p className="grow break-anywhere">{children}</p>
      {action}
    </div>
  )
}

const MaintenanceNotice = ({ message }: Pick<http.Maintenance, 'message'>) => (
  <Notice icon={<Wrench aria-hidden />} isWarning>
    {message ?? 'Daymark is under maintenance. You can view everything, but changes are not possible right now.'}
  </Notice>
)

/** Shows announcements that the user has not dismissed, and the maintenance notice. */
export function Notices() {
  const isDelayOver = useMountedFor(NOTICES_DELAY_MS)
  const { data } = useCached(noticesQuery(), { enabled: isDelayOver })
  const [dismissedIds, setDismissedIds] = useState(readDismissedIds)
  if (!data) return null
  const ids = data.announcements.map(({ id }) => id)
  const shownAnnouncements = data.announcements.filter(({ id }) => !dismissedIds.includes(id))
  if (shownAnnouncements.length === 0 && !data.maintenance.on) return null
  return (
    <section aria-label="Notices" className="stack shrinkable">
      {data.maintenance.on && <MaintenanceNotice message={data.maintenance.message} />}
      {shownAnnouncements.map(({ id, text, kind }) => (
        <Notice
          key={id}
          icon={kind === 'warning' ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
          isWarning={kind === 'warning'}
          action={
            <IconButton name="Dismiss" size="small" onClick={() => setDismissedIds(storeDismissedId(id, ids))}>
              <X aria-hidden />
            </IconButton>
          }
        >
          {text}
        </Notice>
      ))}
    </section>
  )
}

const DISMISSED_KEY = 'daymark.dismissed-notices'

/** Returns the ids of the announcements that were dismissed in this browser. */
function readDismissedIds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(safeLocalStorage.getItem(DISMISSED_KEY) ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/**
 * Stores the id of a dismissed announcement and returns all stored ids. Removes ids of past announcements, so that the
 * list does not grow.
 */
function storeDismissedId(id: string, currentIds: readonly string[]) {
  const ids = [...readDismissedIds().filter(id => currentIds.includes(id)), id]
  safeLocalStorage.setItem(DISMISSED_KEY, JSON.stringify(ids))
  return ids
}
