package host

import (
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// A sighting is one sign of a hypervisor. Several may be seen, and differ: a guest inside a guest, or a monitor on top of KVM.
type sighting struct {
	name  string // "kvm", "firecracker"
	where string // what said so: "CPUID", "ACPI"
}

// cpuidHypervisor is what CPUID says of a hypervisor: its vendor's twelve letters, "?" where there is one without a name, "" where
// there is none or no CPUID.
func cpuidHypervisor() string {
	if !cpuid.CPU.Has(cpuid.HYPERVISOR) {
		return ""
	}
	if vendor := strings.Trim(cpuid.CPU.HypervisorVendorString, " \x00"); vendor != "" {
		return vendor
	}
	return "?"
}

// hypervisors collects what is seen of one, the surest first.
func (m machine) hypervisors(fromCPUID string) []sighting {
	var seen []sighting
	if fromCPUID != "" {
		seen = append(seen, sighting{lookup(vendors, fromCPUID, fromCPUID), "CPUID"})
	}
	// Readable by root alone.
	if oem := m.acpiOEM(); oem != "" {
		if name := lookup(acpiOEMs, oem, ""); name != "" {
			seen = append(seen, sighting{name, "ACPI tables"})
		}
	}
	if name := m.dmi(fromCPUID != ""); name != "" {
		seen = append(seen, sighting{name, "DMI"})
	}
	if name := m.text("sys/hypervisor/type"); name != "" {
		seen = append(seen, sighting{name, "/sys/hypervisor"})
	}
	// Arm machines that boot with a device tree: "linux,kvm", "xen,xen-4.17".
	if first, _, _ := strings.Cut(m.text("proc/device-tree/hypervisor/compatible"), "\x00"); first != "" {
		_, name, _ := strings.Cut(first, ",")
		name, _, _ = strings.Cut(name, "-")
		if name != "" {
			seen = append(seen, sighting{name, "device tree"})
		}
	}
	if source := m.text("sys/devices/system/clocksource/clocksource0/current_clocksource"); source != "" {
		if name := lookup(clockSources, source, ""); name != "" {
			seen = append(seen, sighting{name, "clock source " + source})
		}
	}
	return seen
}

// joinNames is the names that were seen, each once: "bhyve, firecracker, kvm".
func joinNames(seen []sighting) string {
	var names []string
	for _, s := range seen {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ", ")
}

// acpiOEM is the OEM id of the FACP table: bytes 10 to 15 of its header (ACPI specification, 5.2.6).
func (m machine) acpiOEM() string {
	table := m.bytes("sys/firmware/acpi/tables/FACP")
	if len(table) < 16 || string(table[:4]) != "FACP" {
		return ""
	}
	return strings.Trim(string(table[10:16]), " \x00")
}

// dmi names a hypervisor by the machine's maker and model. Who also sells or rents real machines under that name needs more: the
// model, or that something else has seen a hypervisor.
func (m machine) dmi(seenOne bool) string {
	vendor, product := m.text("sys/class/dmi/id/sys_vendor"), m.text("sys/class/dmi/id/product_name")
	switch {
	case vendor == "Amazon EC2" && strings.Contains(product, ".metal"):
		return ""
	case vendor == "Microsoft Corporation" && product == "Virtual Machine":
		return "hyper-v"
	case product == "Google Compute Engine" && !seenOne:
		return ""
	}
	for _, text := range []string{product, vendor} {
		for _, d := range dmiNames {
			if strings.HasPrefix(text, d.seen) {
				return d.name
			}
		}
	}
	return ""
}

type known struct{ seen, name string }

func lookup(table []known, seen, otherwise string) string {
	for _, k := range table {
		if k.seen == seen {
			return k.name
		}
	}
	return otherwise
}

// The tables hold what is certain. A CPUID vendor that is not here is shown as it is.
var (
	vendors = []known{
		{"?", "a hypervisor without a name"},
		{"KVMKVMKVM", "kvm"},
		{"Linux KVM Hv", "kvm"},
		{"Microsoft Hv", "hyper-v"},
		{"VMwareVMware", "vmware"},
		{"XenVMMXenVMM", "xen"},
		{"TCGTCGTCGTCG", "qemu"},
		{"bhyve bhyve", "bhyve"},
		{"VBoxVBoxVBox", "virtualbox"},
		{"prl hyperv", "parallels"},
		{"ACRNACRNACRN", "acrn"},
		{"OpenBSDVMM58", "openbsd vmm"},
	}
	acpiOEMs = []known{
		{"FIRECK", "firecracker"},
		{"CLOUDH", "cloud-hypervisor"},
		{"BOCHS", "qemu"},
		{"VBOX", "virtualbox"},
		{"BHYVE", "bhyve"},
		{"XEN", "xen"},
	}
	dmiNames = []known{ // beginnings
		{"Google Compute Engine", "google compute engine"},
		{"Amazon EC2", "amazon ec2"},
		{"KVM", "kvm"},
		{"Standard PC (", "qemu"},
		{"QEMU", "qemu"},
		{"VMware", "vmware"},
		{"VirtualBox", "virtualbox"},
		{"innotek GmbH", "virtualbox"},
		{"Xen", "xen"},
		{"BHYVE", "bhyve"},
		{"Parallels", "parallels"},
		{"OpenStack", "openstack"},
		{"Apple Virtualization", "apple virtualization"},
	}
	clockSources = []known{
		{"kvm-clock", "kvm"},
		{"xen", "xen"},
		{"hyperv_clocksource_tsc_page", "hyper-v"},
		{"hyperv_clocksource_msr", "hyper-v"},
	}
)
