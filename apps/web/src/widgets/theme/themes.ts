import { Monitor, Moon, Sun } from 'lucide-react'
import type { ThemeChoice } from '../../lib/theme/theme.ts'

export const THEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const satisfies { value: ThemeChoice; label: string; Icon: typeof Sun }[]
