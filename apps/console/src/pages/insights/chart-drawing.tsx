import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { numberText } from "../../language/messages.ts";
import { type Chart, drawnRows, heightOf } from "./charts.ts";
import { colorOf, dashOf, fillOf } from "./looks.tsx";

const LABEL_PX = 112;
const END_PX = 96;
const MAX_LABEL_LENGTH = 16;
const TICK = { fill: "var(--soft)", fontSize: 12 };

/** Loaded lazily: the chart library is large. */
export default function ChartDrawing({ chart }: { chart: Chart }) {
  return chart.kind === "days" ? <Lines chart={chart} /> : <Bars chart={chart} />;
}

function Lines({ chart }: { chart: Chart }) {
  const { series, rows } = chart;
  return (
    <ResponsiveContainer width="100%" height={heightOf(chart)}>
      <LineChart data={[...rows]} accessibilityLayer={false} margin={{ top: 8, right: 12 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" tick={TICK} stroke="var(--strong-line)" minTickGap={24} />
        <YAxis allowDecimals={false} width={32} tick={TICK} axisLine={false} tickLine={false} />
        <Tooltip
          content={Tip}
          isAnimationActive={false}
          cursor={{ stroke: "var(--strong-line)" }}
        />
        {series.map(({ label, look }, index) => (
          <Line
            key={label}
            name={label}
            dataKey={({ values }) => values[index]}
            stroke={colorOf(look)}
            strokeDasharray={dashOf(look) ?? "none"}
            strokeWidth={2}
            type="linear"
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

function Bars({ chart }: { chart: Chart }) {
  const { series } = chart;
  const drawn = drawnRows(chart).map((row) => ({ ...row, end: endOf(row) }));
  return (
    <ResponsiveContainer width="100%" height={heightOf(chart)}>
      <BarChart
        data={drawn}
        layout="vertical"
        accessibilityLayer={false}
        margin={{ top: 4, right: END_PX, bottom: 4 }}
        barSize={16}
      >
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis
          type="category"
          dataKey="label"
          width={LABEL_PX}
          tick={TICK}
          tickFormatter={shorten}
          axisLine={false}
          tickLine={false}
          interval={0}
        />
        <Tooltip content={Tip} isAnimationActive={false} cursor={{ fill: "var(--hover)" }} />
        {series.map(({ label, look }, index) => (
          <Bar
            key={label}
            name={label}
            stackId="all"
            dataKey={({ values }) => values[index]}
            fill={fillOf(look)}
            stroke={colorOf(look)}
            isAnimationActive={false}
          >
            {index === series.length - 1 && (
              <LabelList dataKey="end" position="right" fill="var(--text)" fontSize={12} />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function Tip({ active, payload = [], label }: TooltipContentProps) {
  if (!active) return null;
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg">
      <p className="max-w-56 break-words font-medium">{label}</p>
      {payload.map(({ name, value }) => (
        <p key={String(name)} className="flex justify-between gap-4 tabular-nums">
          <span className="text-soft">{name}</span>
          {String(value)}
        </p>
      ))}
    </div>
  );
}

function endOf({ values, note }: Chart["rows"][number]): string {
  const text = note ?? numberText(values.reduce((sum, value) => sum + value, 0));
  // Recharts would break the line at a space.
  return text.replaceAll(" ", "\u00a0");
}

function shorten(label: string): string {
  return label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label;
}
