import { useMediaQuery } from '../hooks/use-media-query.ts'
import { useThemeChoice } from './theme.ts'

/** Whether the application is dark, by the user's choice or else by the system preference. */
export function useIsDark(): boolean {
  const choice = useThemeChoice()
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  return choice === 'system' ? isSystemDark : choice === 'dark'
}
