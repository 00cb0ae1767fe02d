// Run in the page: pairs of ink and ground whose contrast is too low, as [ink, ground, ratio, wanted].
() => {
  const probe = document.createElement("i");
  document.body.append(probe);
  const rgb = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      .slice(0, 3)
      .map((v) => v / 255);
  };
  const light = (name) =>
    rgb(name)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const grounds = ["--paper", "--sheet", "--well", "--lit-2"],
    out = [];
  for (const ink of ["--ink", "--ink-2", "--ink-3", "--act", "--warn"])
    for (const ground of grounds) out.push([ink, ground, ratio(ink, ground), 4.5]);
  out.push(
    ["--ink", "--lit", ratio("--ink", "--lit"), 4.5],
    ["--on-ink", "--ink", ratio("--on-ink", "--ink"), 4.5],
  );
  for (const f of ["--f1", "--f2", "--f3", "--f4"])
    out.push(["--f-on", f, ratio("--f-on", f), 4.5]);
  for (const ground of ["--paper", "--sheet"])
    out.push(["--rule-2", ground, ratio("--rule-2", ground), 3]);
  probe.remove();
  return out.filter(([, , got, want]) => got < want);
};
