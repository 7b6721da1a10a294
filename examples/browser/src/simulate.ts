import { startInBrowser } from 'accounting-simulator/browser'
import { controls } from 'accounting-simulator/controls'
import { openInspector } from 'accounting-simulator/inspector'

/** The accounting service in this tab, with the panel that shows it. For development only. */
export async function simulate(): Promise<{ baseUrl: string; apiKey: string }> {
  const { simulator } = await startInBrowser()
  openInspector(controls(simulator))
  return simulator
}
