import { useOwnIcons } from './ui/icons.ts'
import { followColorScheme } from './theme.ts'
import './dashboard-app.ts'

followColorScheme()
useOwnIcons()
