import { HealthCards } from '../health/health-cards.tsx'
import { DeadLetters, FailedPhotos } from './failures.tsx'
import { Jobs, PhotoProcessing, Services } from './services.tsx'
import { Announcements, Maintenance } from './notices.tsx'
import { Backups, OutgoingAndDomains, DisputeNotices } from './outgoing.tsx'
import { Checks, Settings } from './settings.tsx'
import styles from './system.module.css'

/** S-ADM-12: cards that help during an incident. Each card loads its own data. */
export const System = () => (
  <div className={styles['cards']}>
    <HealthCards />
    <PhotoProcessing />
    <Maintenance />
    <Services />
    <Jobs />
    <DeadLetters />
    <FailedPhotos />
    <OutgoingAndDomains />
    <Backups />
    <Announcements />
    <Checks />
    <DisputeNotices />
    <Settings />
  </div>
)
