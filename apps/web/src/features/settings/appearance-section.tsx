import { useMediaQuery } from '../../lib/hooks/use-size.ts'
import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import { SettingsSection, SwitchRow } from './frame/settings-section.tsx'

/**
 * Returns whether the application uses dark colors: as the user chose, or as the system prefers if the user chose no
 * theme.
 */
function useIsDark(): boolean {
  const choice = useThemeChoice()
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  return choice === 'system' ? isSystemDark : choice === 'dark'
}

const toTheme = (isDark: boolean) => (isDark ? 'dark' : 'light')

/**
 * S-SET-02: selects the theme, as the top bar does. When the user turns off 'follow the system', the current theme
 * stays.
 */
export function AppearanceSection() {
  const isDark = useIsDark()
  const followsSystem = useThemeChoice() === 'system'
  return (
    <SettingsSection description="How Daymark looks in this browser. Your galleries have their own theme.">
      <SwitchRow
        label="Dark mode"
        hint="Uses dark colors."
        checked={isDark}
        save={isOn => chooseTheme(toTheme(isOn))}
      />
      <SwitchRow
        label="Match the system"
        hint="Follows the light or dark setting of your device."
        checked={followsSystem}
        save={isOn => chooseTheme(isOn ? 'system' : toTheme(isDark))}
      />
    </SettingsSection>
  )
}
