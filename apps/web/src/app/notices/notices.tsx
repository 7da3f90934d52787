import type { http } from '@daymark/contracts'
import { Info, TriangleAlert, Wrench, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { notices } from '../../domain/notices/notices.queries.ts'
import { useSettled } from '../../lib/hooks/use-settled.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './notices.module.css'
import { dismiss, dismissedNotices } from './dismissed-notices.ts'

/** Lets the screen load first. */
const DELAY_MS = 800

function Notice(props: { icon: ReactNode; isWarning: boolean; children: ReactNode; end?: ReactNode }) {
  const { icon, isWarning, children, end } = props
  return (
    <div className={classNames(styles['notice'], isWarning && styles['warning'])}>
      {icon}
      <p className={styles['words']}>{children}</p>
      {end}
    </div>
  )
}

const MaintenanceNotice = ({ message }: Pick<http.Maintenance, 'message'>) => (
  <Notice icon={<Wrench aria-hidden />} isWarning>
    {message ?? 'Daymark is under maintenance. You can view everything, but changes are not possible right now.'}
  </Notice>
)

/** Announcements until they are dismissed, and maintenance while it is on. */
export function Notices() {
  const isSettled = useSettled(DELAY_MS)
  const { data } = useCached(notices(), { enabled: isSettled })
  const [dismissed, setDismissed] = useState(dismissedNotices)
  if (!data) return null
  const ids = data.announcements.map(({ id }) => id)
  const shown = data.announcements.filter(({ id }) => !dismissed.includes(id))
  if (shown.length === 0 && !data.maintenance.on) return null
  return (
    <section aria-label="Notices" className={styles['notices']}>
      {data.maintenance.on && <MaintenanceNotice message={data.maintenance.message} />}
      {shown.map(({ id, text, kind }) => (
        <Notice
          key={id}
          icon={kind === 'warning' ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
          isWarning={kind === 'warning'}
          end={
            <IconButton name="Dismiss" size="small" onClick={() => setDismissed(dismiss(id, ids))}>
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
