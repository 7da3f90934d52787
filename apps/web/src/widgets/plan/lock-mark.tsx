import { Lock } from 'lucide-react'

/** Marks a locked feature, also for screen readers. */
export const LockMark = () => <Lock aria-label="Locked" />
