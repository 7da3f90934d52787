import { HealthCards } from '../health/health-cards.tsx'
import { DeadLetters, FailedPhotos } from './failures.tsx'
import { Jobs, MediaWork, Services } from './services.tsx'
import { Announcements, Maintenance } from './notices.tsx'
import { Backups, Outgoing, DisputeNotices } from './outgoing.tsx'
import { Checks, Settings } from './settings.tsx'
import styles from './system.module.css'

/** S-ADM-12: cards that help during an incident. Each card loads its own data. */
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
    <DisputeNotices />
    <Settings />
  </div>
)
