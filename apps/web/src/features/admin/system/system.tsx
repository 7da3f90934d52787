import { HealthCards } from '../health/health-cards.tsx'
import { DeadLetters } from './failures/dead-letters.tsx'
import { FailedPhotos } from './failures/failed-photos.tsx'
import { MediaWork } from './services/media-work.tsx'
import { Announcements } from './notices/announcements.tsx'
import { Maintenance } from './notices/maintenance.tsx'
import { Backups } from './outgoing/backups.tsx'
import { Outgoing } from './outgoing/outgoing.tsx'
import { ProviderNotes } from './outgoing/provider-notes.tsx'
import { Jobs } from './services/jobs.tsx'
import { Services } from './services/services.tsx'
import { Checks } from './settings/checks.tsx'
import { Settings } from './settings/settings.tsx'
import styles from './system.module.css'

/** S-ADM-12 and other facts that help during an incident. Each card loads on its own. */
export const System = () => (
  <div className={styles['cards']}>
    <HealthCards />
    <MediaWork />
    <Maintenance />
    <Services />
    <Jobs />
    <DeadLetters />
    <FailedPhotos />
    <Outgoing />
    <Backups />
    <Announcements />
    <Checks />
    <ProviderNotes />
    <Settings />
  </div>
)
