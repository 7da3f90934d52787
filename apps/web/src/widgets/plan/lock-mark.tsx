import { Lock } from 'lucide-react'

/** Stands wherever something is locked, and says so. */
export const LockMark = () => <Lock aria-label="Locked" />
