import DefaultTheme from 'vitepress/theme'
import { Playground } from './playground'
import './playground.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: unknown): unknown } }) {
    app.component('Playground', Playground)
  },
}
